import { useQuery } from '@tanstack/react-query'
import { allPartsQuery } from './queries.ts'

/** Returns the numbers of all parts, removed ones too, by id; empty until they are read, and while they are not wanted. */
export function usePartNumbers(isWanted: boolean): ReadonlyMap<number, string> {
  const { data } = useQuery({ ...allPartsQuery, enabled: isWanted, select: numbersOf })
  return data ?? NONE
}

const NONE: ReadonlyMap<number, string> = new Map()
const numbersOf = (parts: readonly { readonly id: number; readonly number: string }[]) =>
  new Map(parts.map(({ id, number }) => [id, number]))
