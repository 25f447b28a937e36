/** Names of the shifts in legends and tooltips, by number 1 to 3; blank for 0, scheduled time without a shift. */
export const shiftNames = ['', '1st shift', '2nd shift', '3rd shift'] as const

/** Names of the choices of a shift inside a sentence, by number 1 to 3; at 0 the words for all shifts. */
export const shiftWords = ['all shifts', 'first shift', 'second shift', 'third shift'] as const
