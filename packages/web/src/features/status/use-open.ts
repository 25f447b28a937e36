import { useNavigate } from 'react-router'
import type { Piece } from '../../charts/piece.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { usePaths } from '../../scope/links.ts'

/** The way to the page of a machine, and to one stretch of its timeline there where that is known by an id. */
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
