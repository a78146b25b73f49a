# Answers for C and, with the argument `cpp`, for C++. A program is valid if gcc has no error and none of the warnings
# that gharachorlu2023 takes for errors (Table 5.1); some of them have no option of their own and are known by what they say.
# The compiler proper is asked, for the command `gcc` takes as long to start as that takes to read a small file.
if [ "${1:-c}" = cpp ]; then
    options="-std=gnu++17 -w -Werror=return-type -Werror=div-by-zero"
    compiler=$(g++ -print-prog-name=cc1plus) || exit
else
    options="-std=gnu11 -Werror=implicit -Werror=int-conversion -Werror=incompatible-pointer-types -Werror=main
        -Werror=div-by-zero -Werror=format -Werror=pointer-to-int-cast -Werror=int-to-pointer-cast -Werror=return-type"
    compiler=$(gcc -print-prog-name=cc1) || exit
fi
place=$(gcc -print-multiarch)
while read -r file; do
    if said=$("$compiler" -quiet -imultiarch "$place" -fsyntax-only -fno-diagnostics-show-caret $options "$file" 2>&1); then
        case $said in
        *"between pointer and integer"* | *"empty declaration"* | *"does not declare"* | *"excess elements"*) echo no ;;
        *) echo ok ;;
        esac
    else
        echo no
    fi
done
