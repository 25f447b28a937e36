import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef, useState } from 'react'
import type { Piece } from '../../charts/piece.ts'
import { spanAt, touches, type Window } from '../../charts/span.ts'
import { Timeline } from '../../charts/timeline.tsx'
import { useNow } from '../../lib/clock.ts'
import { PlaceLink } from '../../scope/place-link.tsx'
import { useZoom } from '../../scope/use-zoom.ts'
import { type PictureKind, pictureQuery } from './pictures.ts'
import { useOpen } from './use-open.ts'
import { pieceWords, SpanTip, summary } from './words.tsx'

/** What all rows have in common; the very same object while none of it changes. */
export interface RowOf {
  readonly kind: PictureKind
  readonly window: Window
  readonly zone: string
  /** The keyboard goes to another row; it may be one that is not there. */
  readonly onRow: (row: number) => void
  /** What is said of the stretch the keyboard is on. */
  readonly onTold: (words: string | undefined) => void
}

interface MachineRowProps {
  id: number
  name: string
  of: RowOf
  row: number
  /** The keyboard comes to this row first. */
  isCurrent: boolean
}

const nothing: Piece[] = []
const BAR_PX = 26
const PAGE_ROWS = 10

/** The stretches of a row that are in the window, and the one the keyboard is on: by its start, as pieces come and go. */
function useStretch(pieces: readonly Piece[], window: Window) {
  const [from, setFrom] = useState<number>()
  const shown = pieces.filter((piece) => touches(piece, window))
  const chosen = from === undefined ? undefined : (shown.find((piece) => piece.from === from) ?? spanAt(shown, from))
  const index = chosen === undefined ? shown.length - 1 : shown.indexOf(chosen)
  const go = (to: number): Piece | undefined => {
    const piece = shown[Math.min(shown.length - 1, Math.max(0, to))]
    setFrom(piece?.from)
    return piece
  }
  return { shown, chosen, index, go }
}

/** The timeline of one machine among many; drawn again only when it is another. */
export const MachineRow = memo(function MachineRow({ id, name, of, row, isCurrent }: MachineRowProps) {
  const { kind, window, zone, onRow, onTold } = of
  const { data, isError } = useQuery(pictureQuery(id, kind))
  const { open, path: machinePath } = useOpen(id)
  const { zoomTo } = useZoom(kind.zone)
  const minute = useNow(60_000)
  const pieces = data?.pieces ?? nothing
  const { shown, chosen, index, go } = useStretch(pieces, window)
  const at = chosen ?? shown.at(-1)
  const words = at === undefined ? 'no data' : pieceWords(at, minute, zone)
  const tell = (piece: Piece | undefined): void =>
    onTold(`${name}: ${piece === undefined ? 'no data' : pieceWords(piece, minute, zone)}`)
  const box = useRef<HTMLDivElement>(null)
  useFollow(box, isCurrent)
  const keys: Record<string, () => void> = {
    ArrowLeft: () => tell(go(index - 1)),
    ArrowRight: () => tell(go(index + 1)),
    Home: () => tell(go(0)),
    End: () => tell(go(shown.length - 1)),
    ArrowUp: () => onRow(row - 1),
    ArrowDown: () => onRow(row + 1),
    PageUp: () => onRow(row - PAGE_ROWS),
    PageDown: () => onRow(row + PAGE_ROWS),
    Enter: () => open(at),
  }
  return (
    <>
      <div className="many-name">
        <PlaceLink to={machinePath} title={name}>
          <bdi>{name}</bdi>
        </PlaceLink>
      </div>
      <div
        ref={box}
        role="slider"
        tabIndex={isCurrent ? 0 : -1}
        className="many-bar"
        aria-label={`Status of ${name}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, shown.length - 1)}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={words}
        onFocus={() => {
          onRow(row)
          tell(at)
        }}
        onBlur={() => onTold(undefined)}
        onKeyDown={(event) => {
          const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
          if (act === undefined) return
          event.preventDefault()
          act()
        }}
      >
        {data === undefined ? (
          <NotRead isError={isError} />
        ) : (
          <Timeline
            spans={pieces}
            shifts={data.shifts}
            window={window}
            height={BAR_PX}
            label={summary(pieces, window, name)}
            tip={(piece, instant) => <SpanTip span={piece} at={instant} now={minute} zone={zone} />}
            onChoose={open}
            onZoom={zoomTo}
            marked={chosen}
          />
        )}
      </div>
    </>
  )
})

const NotRead = ({ isError }: { isError: boolean }) =>
  isError ? (
    <span className="many-failed">The status could not be read. It is tried again.</span>
  ) : (
    <div className="timeline-bones many-bones" />
  )

/** Where the keyboard moved on to another row the focus goes with it. */
function useFollow(box: React.RefObject<HTMLElement | null>, isCurrent: boolean): void {
  useEffect(() => {
    const element = box.current
    const from = document.activeElement
    if (!isCurrent || element === null || from === element) return
    if (from instanceof HTMLElement && from.classList.contains('many-bar')) element.focus()
  }, [box, isCurrent])
}
