import type { Shown } from './types.ts'

/** Choices for the value that bars and columns show, with their labels. */
export const shownChoices: readonly { readonly name: Shown; readonly words: string }[] = [
  { name: 'util', words: 'Util %' },
  { name: 'run', words: 'Run hrs' },
]
