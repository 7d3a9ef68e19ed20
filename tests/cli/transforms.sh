#!/bin/bash
# The verbs of torch.fft: values, options, files.
. "$(dirname "$0")/lib.sh"

printf '1\n2\n3\n4\n' >x.csv
near fft '10.000000 0.000000
-2.000000 2.000000
-2.000000 0.000000
-2.000000 -2.000000' "$TRNFFT" fft x.csv
near rfft '10.000000 0.000000
-2.000000 2.000000
-2.000000 0.000000' "$TRNFFT" rfft x.csv
near 'fft --n, --norm forward' '2.000000 0.000000
-0.500000 0.288675
-0.500000 -0.288675' "$TRNFFT" fft x.csv --n 3 --norm forward --dim 0
printf '8.5\n-1.022542486+1.746977682j\n1.772542486+5.679838816j\n' >X.csv
near 'irfft, even by default' '2.056864
0.808376
3.079407
2.555353' "$TRNFFT" irfft X.csv
near 'irfft --n 5' '2.000000
-1.000000
4.000000
0.500000
3.000000' "$TRNFFT" irfft X.csv --n 5
near 'hfft' '15.000000
-5.854102
0.854102
0.854102
-5.854102' sh -c "printf '1\n2\n5\n' | '$TRNFFT' hfft - --in-format csv --n 5"
expect 'fftfreq' '0
0.25
0.5
0.75
-1
-0.75
-0.5
-0.25' "$TRNFFT" fftfreq --n 8 --d 0.5
expect 'rfftfreq' '0
0.2
0.4' "$TRNFFT" rfftfreq --n 5 --dtype f8
refuse 'fftfreq of too many' 6 'trnfft fftfreq: --n: 9223372036854775807: the array has too many elements for this machine' "$TRNFFT" fftfreq --n 9223372036854775807
expect fftshift '3
4
1
2' "$TRNFFT" fftshift x.csv

printf '1,2,3\n4,5,6\n' >m.csv
near fft2 '21.000000 0.000000 -3.000000 1.732051 -3.000000 -1.732051
-9.000000 0.000000 0.000000 0.000000 0.000000 0.000000' "$TRNFFT" fft2 m.csv
near 'rfftn --s --dim --norm' '6.062178 0.000000 -1.154701 -2.020726 2.020726 0.000000 -1.154701 2.020726
-0.433013 -3.750000 -1.538675 0.644338 -0.144338 -1.250000 0.961325 0.355662' "$TRNFFT" rfftn m.csv --s 4,3 --dim=-1,0 --norm ortho
near 'fft --dim 0' '5.000000 0.000000 7.000000 0.000000 9.000000 0.000000
-3.000000 0.000000 -3.000000 0.000000 -3.000000 0.000000' "$TRNFFT" fft m.csv --dim 0
expect 'fftshift of one dimension' '3,1,2
6,4,5' "$TRNFFT" fftshift m.csv --dim=-1
expect 'ifftshift of all' '5,6,4
2,3,1' "$TRNFFT" ifftshift m.csv

# there and back, by every family
for pair in fft:ifft fft2:ifft2 fftn:ifftn rfft:irfft rfft2:irfft2 rfftn:irfftn ihfft:hfft \
    ihfft2:hfft2 ihfftn:hfftn; do
    works "${pair%:*}" "$TRNFFT" "${pair%:*}" m.csv -o A.npy
    case $pair in
    *:ir*n | *:ir*2 | *:hfftn | *:hfft2)
        works "${pair#*:}" "$TRNFFT" "${pair#*:}" A.npy -o B.csv --s 2,3 ;;
    *:irfft | *:hfft) works "${pair#*:}" "$TRNFFT" "${pair#*:}" A.npy -o B.csv --n 3 ;;
    *) works "${pair#*:}" "$TRNFFT" "${pair#*:}" A.npy -o B.csv ;;
    esac
    case $pair in
    fft*) near "$pair" '1.000000 0.000000 2.000000 0.000000 3.000000 0.000000
4.000000 0.000000 5.000000 0.000000 6.000000 0.000000' cat B.csv ;;
    *) near "$pair" '1.000000 2.000000 3.000000
4.000000 5.000000 6.000000' cat B.csv ;;
    esac
done
finish
