#ifndef VERBIO_KERNELS_H
#define VERBIO_KERNELS_H

#include <stddef.h>

/// The inner loops of the speech network and of what listens to every sample: those that are worth the widest vectors a
/// processor has.
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

/// Element i of eight stretches, which begin `distance` elements apart, side by side: output[8 * i + stretch].
void verbio_turn(const float *samples, ptrdiff_t count, ptrdiff_t distance, float *output);

/// Copies the samples whose magnitude is neither below the smallest nor above the largest, and 0 for the others and for what
/// is not a number.
void verbio_copy_sound(const float *samples, ptrdiff_t count, float smallest, float largest, float *output);

/// The largest magnitude of each channel in each tile of `length` interleaved samples, a multiple of 8: peaks[channels *
/// tile + channel]. `channels` is 1, 2, 4 or 8.
void verbio_tile_peaks(const float *samples, ptrdiff_t tiles, ptrdiff_t length, int channels, float *peaks);

/// The largest magnitude between the samples of one channel: of the `count` samples that follow the first `reach`, and maybe
/// of some before them. `taps` holds `width` coefficients for each phase, the newest sample's first; width is at most reach
/// − 7, and reach + count at most 128.
float verbio_peak_between(const float *samples, int channels, int reach, int count, const float *taps, int phases,
                          int width);

/// Runs sixteen resonances of second order side by side. `coefficients` are their gains, then the two that feed back;
/// `memory` holds two numbers for each, likewise. energies[0...15] become the sums of the squares of what comes out, [16] that
/// of the samples.
void verbio_band_powers(const float *samples, ptrdiff_t count, const float *coefficients, float *memory, float *energies);

/// Eight sums of every eighth sample, eight of their squares, their eight minima and maxima, all with 0, as 32 readings. What
/// is left after the last whole eight is not looked at. Each sum is that of every 32nd sample at first, as long as there are
/// 32, then of four such sums in pairs, and then goes on.
void verbio_levels(const float *samples, ptrdiff_t count, float *readings);

/// The smallest and the largest of the samples and of the two readings that there are. What is not a number is passed over.
void verbio_extremes(const float *samples, ptrdiff_t count, float *readings);

/// The smallest and the largest of each `length` samples, as two readings. What is not a number is passed over; if there
/// is nothing else, they are infinite and the smallest is above the largest.
void verbio_pixel_extremes(const float *samples, ptrdiff_t pixels, ptrdiff_t length, float *readings);

/// The smallest and the largest of each `length` samples of 16 bits, as two readings.
void verbio_short_pixel_extremes(const short *samples, ptrdiff_t pixels, ptrdiff_t length, short *readings);

/// The smallest and the largest sum of two channels of 16 bits, and of the two readings that there are.
void verbio_pair_sum_extremes(const short *samples, ptrdiff_t frames, int *readings);

/// Whether a magnitude is above the limit, which is at least 0, or a sample is no number.
int verbio_exceeds(const float *samples, ptrdiff_t count, float limit);

/// Two channels apart.
void verbio_split(const float *samples, ptrdiff_t frames, float *left, float *right);

/// The average of two channels. energies[0...7] become eight sums of the squares of every eighth sample, [8...11] four of
/// every fourth average; each is made of two, of every other one.
void verbio_mix(const float *samples, ptrdiff_t frames, float *output, float *energies);

/// 16 bits of this machine's byte order, at any address, to full scale ± 1, exactly. Returns the largest magnitude, 0 to 32768.
int verbio_widen(const void *samples, ptrdiff_t count, float *output);

/// What the loops are compiled for on this processor: "avx512", "avx2" or "plain".
const char *verbio_kernel_name(void);

#include "TranslationKernels.h"

#endif
