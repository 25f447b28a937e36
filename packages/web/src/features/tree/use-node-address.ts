import { useLocation } from 'react-router'
import { usePaths } from '../../scope/links.ts'
import { addressOf } from './routes.ts'
import type { NodeKey } from './rows.ts'

/** Returns a function that returns the address which a click on a node opens, by `addressOf` for the page that is open now. */
export function useNodeAddress(): (key: NodeKey) => string {
  const paths = usePaths()
  const location = useLocation()
  return (key) => {
    const id = Number(key.slice(2))
    return addressOf(key, key.startsWith('o-') ? paths.unit(id) : paths.machine(id), location)
  }
}
