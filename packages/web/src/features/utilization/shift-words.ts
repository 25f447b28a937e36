/** Which shifts of the scope a figure is of, by their number; 0 is all. */
export const shiftWords = ['all shifts', 'first shift', 'second shift', 'third shift'] as const
