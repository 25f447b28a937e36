import { isEntering } from '../is-entering.ts'
import { hasDrafts } from './use-draft.ts'

/** Pause between two checks if somebody is still entering something, ms. */
const LOOK_MS = 5000

/**
 * Reloads the page as soon as nobody is entering anything and no form has unsaved entries. Returns the function that ends the
 * waiting.
 */
export function reloadWhenIdle(): () => void {
  const reload = (): void => {
    if (!isEntering() && !hasDrafts()) location.reload()
  }
  reload()
  const timer = setInterval(reload, LOOK_MS)
  return () => clearInterval(timer)
}
