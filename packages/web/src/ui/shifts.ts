/** Names of the shifts in legends and tooltips, by number 1 to 3; blank for 0, scheduled time without a shift. */
export const shiftNames = ['', '1st shift', '2nd shift', '3rd shift'] as const

/** Names of the shift choices inside a sentence, by number; 0 stands for all shifts. */
export const shiftWords = ['all shifts', 'first shift', 'second shift', 'third shift'] as const
