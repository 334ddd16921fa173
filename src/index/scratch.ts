let room = new Uint32Array(0)

/**
 * Room for so many words, with whatever was in it before. Sets are worked out here until their size tells how they are
 * kept: an array of some 100 kB is an allocation outside the heap, and making and collecting one for every step of a
 * request takes longer than the step. Nothing here outlives the call that asked for it.
 */
export function scratch(length: number): Uint32Array {
  if (room.length < length) room = new Uint32Array(length)
  return room.subarray(0, length)
}
