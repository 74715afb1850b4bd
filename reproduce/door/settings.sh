# What the plan sets: first all is written down, then made.
set_to() { printf '%s\n' "$2" >"$root$1" || fail "$1 cannot be set to $2"; }
keep_down() {
	made=yes
	mkdir -p "${journal%/*}" && printf '%s' "$old" >"$journal" || fail "$journal cannot be written"
}
