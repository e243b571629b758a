#ifndef VERBIO_KERNELS_H
#define VERBIO_KERNELS_H

#include <stddef.h>

/// The inner loops of the speech network and of the loudness filter: the few that are worth the widest vectors a processor has.
///
/// Swift is compiled for the oldest processor of its platform, so these are compiled for several and chosen while running.
/// Each output is one chain of multiply-adds in the order of the inputs, so its bits depend neither on the width of the
/// vectors nor on how many columns are worked on at once, only on whether the processor fuses multiplication and addition.

/// A matrix times a few columns, plus a bias: output[column * outputs + row] for each column.
///
/// The rows of the matrix come in blocks of 128 / columns; within a block the weights of one input for all rows of the block
/// lie side by side: weights[(block * inputs + input) * width + row]. The values of one input for all columns lie side by
/// side, too: input[input * columns + column]. `outputs` is a multiple of the width, `columns` 1, 2 or 4.
void verbio_product(const float *weights, const float *bias, const float *input, int inputs, int columns, float *output,
                    int outputs);

/// One step of a long short-term memory of `cells` cells, a multiple of 16: from the sums at its four gates (input, forget,
/// cell, output, `cells` each) to its new memory and its new output.
void verbio_lstm_step(const float *gates, float *memory, float *output, int cells);

/// Runs the loudness filter over eight stretches of sound side by side, and over one or two channels, which need not wait for
/// each other.
///
/// Frame i of channel c is a vector of eight at elements[8 * (stride * i + c)]. `coefficients` are c0, c1, a1, a2, b1, b2.
/// `memory` holds four vectors for each channel. The squares of the output are summed up in sums[8 * c + stretch]. Nothing
/// is fused: the bits are the same on every processor.
void verbio_weighted_energies(const float *elements, ptrdiff_t frames, ptrdiff_t stride, int channels,
                              const float *coefficients, float *memory, float *sums);

/// What the loops are compiled for on this processor: "avx512", "avx2" or "plain".
const char *verbio_kernel_name(void);

#endif
