import { useNavigate } from 'react-router'
import type { Segment } from '../../charts/segment.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { usePaths } from '../../scope/links.ts'

/**
 * Returns the path of a machine's page, and a function that opens the page, with the interval of the segment selected if its id
 * is known, whatever its status. On kiosk displays the function does nothing.
 */
export function useOpen(id: number) {
  const paths = usePaths()
  const navigate = useNavigate()
  const isDisplay = useIsDisplay()
  const path = paths.machine(id)
  const open = (segment: Segment | undefined): void => {
    if (!isDisplay) void navigate(segment?.id ? paths.stop(id, segment.id) : path)
  }
  return { open, path }
}
