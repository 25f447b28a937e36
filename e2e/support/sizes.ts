/** Size of a window, px. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Window sizes (px) for the screenshots of every page: a wall, a desk, a tablet, a phone. */
export const widths = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const

/** Widths (px) of a mail in a mail program on a desk and on a phone. */
export const mailWidths = [600, 380] as const

export const themes = ['dark', 'light'] as const

/** Window sizes (px) for the screen of an operator: a screen on the wall, tablets, one of them upright, and a phone. */
export const tablets = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const
