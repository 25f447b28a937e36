/** Names of the shifts in legends and tooltips, by number; 0 is scheduled time without a shift and has no name. */
export const shiftNames = ['', '1st shift', '2nd shift', '3rd shift'] as const

/** Names of the shifts within a sentence; 0 stands for all shifts. */
export const shiftWords = ['all shifts', 'first shift', 'second shift', 'third shift'] as const
