"""The codelet generator: straight-line DFTs over the vector words of the CPU kernels.

exact     cosines and sines as decimals of 50 digits
dag       expressions with hash-consing, constant factors carried outside
dft       the algorithms: definition by even and odd parts, prime factors, Cooley-Tukey
schedule  an order with few live values, and what it spills on so many registers
emit      C
check     every codelet against the definition, to 35 digits
"""
