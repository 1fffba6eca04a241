#!/bin/sh
# Checks this proof with openssl and sha256sum alone. Run it in the folder where you unpacked the zip file: sh check.sh
# It prints what it checked, and ends with PROOF VALID or with the first thing that is wrong.
set -eu
fail() { echo "PROOF BROKEN: $1"; exit 1; }
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
# 1. Every file is the one that was signed, and there is no other.
sha256sum --check --quiet --strict SHA256SUMS || fail "a file was changed or removed"
find . -type f ! -name SHA256SUMS ! -name SHA256SUMS.sig | sed 's,^\./,,' | LC_ALL=C sort > "$work/there"
sed 's/^[0-9a-f]*  //' SHA256SUMS | LC_ALL=C sort > "$work/listed"
cmp -s "$work/there" "$work/listed" || fail "a file was added"
# 2. The key signed the list of files and the head of the log.
signed() { # file signature
  if openssl pkey -pubin -in key.pem -noout -text | grep -qi ed25519
  then openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in "$1" -sigfile "$2" > /dev/null 2>&1
  else openssl dgst -sha256 -verify key.pem -signature "$2" "$1" > /dev/null 2>&1
  fi
}
signed SHA256SUMS SHA256SUMS.sig || fail "SHA256SUMS was not signed by key.pem"
signed head.txt head.sig || fail "head.txt was not signed by key.pem"
head -n 4 head.note | cmp -s - head.txt || fail "head.txt is not that of head.note"
echo "key:  $(openssl pkey -pubin -in key.pem -outform DER | sha256sum | cut -c1-64)"
echo "head: $(sed -n 2p head.txt) entries, $(sed -n 4p head.txt)"
# 3. Each version's statement is in the log: hash the leaf, walk to the root (RFC 6962).
for folder in versions/*; do
  { printf '\000'; cat "$folder/statement.json"; } | openssl dgst -sha256 -binary > "$work/hash"
  while read -r side other; do
    printf '%s' "$other" | openssl base64 -d -A > "$work/other"
    if [ "$side" = left ]
    then { printf '\001'; cat "$work/other" "$work/hash"; } | openssl dgst -sha256 -binary > "$work/next"
    else { printf '\001'; cat "$work/hash" "$work/other"; } | openssl dgst -sha256 -binary > "$work/next"
    fi
    mv "$work/next" "$work/hash"
  done < "$folder/path.txt"
  [ "$(openssl base64 -A < "$work/hash")" = "$(sed -n 3p head.txt)" ] || fail "$folder is not in the log"
  page=$(sha256sum < "$folder/page.bin" | cut -c1-64)
  grep -q "\"page_sha256\":\"$page\"" "$folder/statement.json" || fail "$folder/page.bin is another page"
  echo "in the log: $folder, page SHA-256 $page"
done
# 4. Time stamps: head.note existed no later than the time of each. The certificate is the one in the zip file; compare it
#    with the one that the authority publishes.
for stamp in stamps/*.tsr; do
  [ -e "$stamp" ] || { echo "no time stamp that says a time"; break; }
  openssl ts -verify -data head.note -in "$stamp" -CAfile "${stamp%.tsr}.pem" > /dev/null 2>&1 || fail "$stamp is not valid"
  echo "stamped: $(openssl ts -reply -in "$stamp" -text 2> /dev/null | grep 'Time stamp:')"
done
# 5. OpenTimestamps files: bytes 34 to 65 are the SHA-256 of head.note. The way from there to a Bitcoin block, or that it is
#    only promised, is shown by: ots verify -f head.note FILE
for file in stamps/*.ots; do
  [ -e "$file" ] || break
  [ "$(tail -c +34 "$file" | head -c 32 | od -A n -t x1 | tr -d ' \n')" = "$(sha256sum < head.note | cut -c1-64)" ] \
    || fail "$file is not about head.note"
  echo "not checked to its end: $file; see ots verify -f head.note $file"
done
echo "PROOF VALID"
