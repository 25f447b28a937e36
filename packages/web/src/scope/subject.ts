import { useLocation } from 'react-router'

/** Unit (`o`) or machine (`e`) of a page, from an address under `/o/{id}` or `/e/{id}`. */
export interface Subject {
  readonly which: 'o' | 'e'
  readonly id: number
}

/** Returns the unit (`/o/17`) or machine (`/e/17`) with which a path begins; undefined for any other path. */
export function subjectOf(path: string): Subject | undefined {
  const [, which, digits] = /^\/([oe])\/(\d+)(?=\/|$)/.exec(path) ?? []
  const id = Number(digits)
  return which === undefined || !Number.isSafeInteger(id) || id === 0 ? undefined : { which: which as 'o' | 'e', id }
}

/** Returns the path of the own page of a unit or machine. */
export const pathOfSubject = ({ which, id }: Subject): string => `/${which}/${id}`

export const useSubject = (): Subject | undefined => subjectOf(useLocation().pathname)
