import { useNavigate } from 'react-router'
import type { Piece } from '../../charts/piece.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { usePaths } from '../../scope/links.ts'

/**
 * Returns the address of a machine's page and a function that opens it, at one interval of the timeline when its id is
 * known.
 */
export function useOpen(id: number) {
  const paths = usePaths()
  const navigate = useNavigate()
  const isDisplay = useIsDisplay()
  const path = paths.machine(id)
  const open = (piece: Piece | undefined): void => {
    if (!isDisplay) void navigate(piece?.id ? paths.stop(id, piece.id) : path)
  }
  return { open, path }
}
