import { useLocation } from 'react-router'
import { usePaths } from '../../scope/links.ts'
import { addressOf } from './routes.ts'
import type { NodeKey } from './rows.ts'

/** Returns a function that gives the address which a click on a node opens, from the page that is open now (`addressOf`). */
export function useNodeAddress(): (key: NodeKey) => string {
  const paths = usePaths()
  const location = useLocation()
  return (key) => {
    const id = Number(key.slice(2))
    return addressOf(key, key.startsWith('o-') ? paths.unit(id) : paths.machine(id), location)
  }
}
