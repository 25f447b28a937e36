import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { userQuery } from './session.ts'

/** Name in localStorage of the machines last used in this browser, by person and company. */
const NAME = 'millwatch.machines'

type Used = Readonly<Record<string, number>>
type Person = { readonly id: number; readonly company_id: number }

const keyOf = ({ id, company_id }: Person): string => `${id} ${company_id}`

function used(): Used {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Used) : {}
  } catch {
    return {}
  }
}

/** Returns the id of the machine that this person last opened in this browser; undefined if there is none. */
export function lastMachine(person: Person): number | undefined {
  const id = used()[keyOf(person)]
  return Number.isSafeInteger(id) ? id : undefined
}

/**
 * Stores in this browser the machine whose page or operator screen the person opened last. Changes nothing with undefined or
 * while nobody is signed in.
 */
export function useLastMachine(machineId: number | undefined): void {
  const { data: person } = useQuery({ ...userQuery, enabled: false })
  useEffect(() => {
    if (person === undefined || machineId === undefined) return
    try {
      localStorage.setItem(NAME, JSON.stringify({ ...used(), [keyOf(person)]: machineId }))
    } catch {
      // Without storage the next sign-in opens the tiles.
    }
  }, [person, machineId])
}
