/** Shifts by their number as legends and tips name them; 0, scheduled without a shift, has no name there. */
export const shiftNames = ['', '1st shift', '2nd shift', '3rd shift'] as const

/** The same in a sentence about whose time counts; 0 is all of them. */
export const shiftWords = ['all shifts', 'first shift', 'second shift', 'third shift'] as const
