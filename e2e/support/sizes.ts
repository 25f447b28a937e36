/** Size of a window, px. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Window sizes for the screenshots of every page: a wall, a desk, a tablet, a phone. */
export const widths = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const

/** Widths of mails in a mail program on a desk and on a phone, px. */
export const mailWidths = [600, 380] as const

export const themes = ['dark', 'light'] as const

/** Window sizes of the screen of an operator: tablets, one of them upright, a phone, and a screen on the wall. */
export const tablets = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const
