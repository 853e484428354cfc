# What lowdown -Tman leaves to be mended for mandoc -Tlint: headings on lines of their own, paragraphs right behind headings, and
# the font C of typewriters, which terminals do not have.
/^\.S[HS]$/ {
  macro = $0
  getline
  print macro " " $0
  is_behind_heading = 1
  next
}
is_behind_heading && /^\.[LP]P$/ { is_behind_heading = 0; next }
{ is_behind_heading = 0; gsub(/\\fC/, "\\fB"); print }
