/**
 * Elements of typed arrays that are known to be there; 0 behind the end.
 *
 * One function an array type: the engine optimises a load for the one type that it has seen there.
 */

export const byteAt = (array: Uint8Array, index: number): number => array[index] ?? 0;

export const intAt = (array: Int32Array, index: number): number => array[index] ?? 0;

export const floatAt = (array: Float64Array, index: number): number => array[index] ?? 0;
