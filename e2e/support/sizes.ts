/** Window sizes for the screenshots of every page: a wall, a desk, a tablet, a phone. */
export const widths = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const

export const themes = ['dark', 'light'] as const
