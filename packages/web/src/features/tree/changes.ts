import { useNavigate } from 'react-router'
import { usePaths } from '../../scope/links.ts'
import { companyKey, orgUnitKey } from './queries.ts'
import type { NodeKey } from './rows.ts'

/** Returns the message why a node cannot be saved: its name is blank. Undefined if it is not. */
export const nameMissing = ({ name }: { name: string }): string | undefined =>
  name.trim() === '' ? 'Type a name first' : undefined

/**
 * Returns two options of a form that changes the tree: `onDone`, which opens the page of the node whose key is the result, and
 * `changes`, the keys of company and units, which are read again.
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
