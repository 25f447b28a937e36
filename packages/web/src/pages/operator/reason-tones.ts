/**
 * Twenty muted tones for reasons, of one lightness and chroma; hues near the four colours of status are left out. A tone belongs
 * to the id of its reason, so that a reason has the same tone on every machine.
 */
const HUES = [45, 55, 65, 115, 125, 175, 185, 195, 205, 215, 225, 265, 275, 285, 295, 305, 315, 325, 335, 345] as const

/** Returns the tone of a reason as a CSS colour. */
export const reasonTone = (reasonId: number): string => `oklch(0.68 0.07 ${HUES[reasonId % HUES.length] ?? 265})`
