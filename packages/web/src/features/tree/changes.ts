import { useNavigate } from 'react-router'
import { usePaths } from '../../scope/links.ts'
import { companyKey, orgUnitKey } from './queries.ts'
import type { NodeKey } from './rows.ts'

/** Returns the reason why a new node cannot be saved yet: its name is blank. Undefined: it can. */
export const nameMissing = ({ name }: { name: string }): string | undefined =>
  name.trim() === '' ? 'Type a name first' : undefined

/**
 * Returns two options of a form that changes the tree: it opens the page of the node in the answer, and reads company and units
 * again.
 */
export function useTreeChange() {
  const navigate = useNavigate()
  const paths = usePaths()
  return {
    onDone: (key: NodeKey): void => {
      const id = Number(key.slice(2))
      void navigate(key.startsWith('o-') ? paths.unit(id) : paths.machine(id))
    },
    changes: [companyKey, orgUnitKey(0).slice(0, 1)],
  }
}
