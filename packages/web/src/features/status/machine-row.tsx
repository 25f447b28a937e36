import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef, useState } from 'react'
import type { Segment } from '../../charts/segment.ts'
import { spanAt, touches, type Window } from '../../charts/span.ts'
import { Timeline } from '../../charts/timeline.tsx'
import { useNow } from '../../lib/clock.ts'
import { PlaceLink } from '../../scope/place-link.tsx'
import { useZoomTo } from '../../scope/use-zoom.ts'
import { performKey } from '../../ui/perform.ts'
import { type PreviewKind, previewQuery } from './previews.ts'
import { useOpen } from './use-open.ts'
import { SpanTip, segmentWords, summary } from './words.tsx'

/** Properties that all rows share. Pass the same object while none of them changes, so that rows are not rendered again. */
export interface RowContext {
  readonly kind: PreviewKind
  readonly window: Window
  readonly zone: string
  /** Moves the keyboard focus to the row with this number; a number outside of the list is limited to it. */
  readonly onRow: (row: number) => void
  /** Shows the text of the selected segment above the list; undefined removes it. */
  readonly onAnnounce: (words: string | undefined) => void
}

interface MachineRowProps {
  id: number
  name: string
  context: RowContext
  row: number
  /** True: this row is the one that the keyboard focus goes to. */
  isCurrent: boolean
}

const nothing: never[] = []
const BAR_PX = 26
const PAGE_ROWS = 10

/**
 * Returns the segments of a row inside the window, the selected one (undefined: none), its index (else that of the last), and
 * `go`, which selects by index. The selection is kept by its start, since live updates replace the segments.
 */
function useSelectedSegment(segments: readonly Segment[], window: Window) {
  const [from, setFrom] = useState<number>()
  const shown = segments.filter((segment) => touches(segment, window))
  const chosen =
    from === undefined ? undefined : (shown.find((segment) => segment.from === from) ?? spanAt(shown, from))
  const index = chosen === undefined ? shown.length - 1 : shown.indexOf(chosen)
  const go = (to: number): Segment | undefined => {
    const segment = shown[Math.min(shown.length - 1, Math.max(0, to))]
    setFrom(segment?.from)
    return segment
  }
  return { shown, chosen, index, go }
}

/**
 * Row with the name and timeline of one machine in a list. It loads its own preview and is rendered again only when its data
 * changes. Left and right keys select a segment, up and down go to another row, Enter opens the machine's page.
 */
export const MachineRow = memo(function MachineRow({ id, name, context, row, isCurrent }: MachineRowProps) {
  const { kind, window, zone, onRow, onAnnounce } = context
  const { data, isError } = useQuery(previewQuery(id, kind))
  const { open, path: machinePath } = useOpen(id)
  const zoomTo = useZoomTo(kind.zone)
  const minute = useNow(60_000)
  const segments = data?.segments ?? nothing
  const { shown, chosen, index, go } = useSelectedSegment(segments, window)
  const at = chosen ?? shown.at(-1)
  const inRow = { window, zone, unscheduled: data?.unscheduled ?? nothing }
  const without = data === undefined ? 'not read yet' : 'no data'
  const wordsOf = (segment: Segment | undefined): string =>
    segment === undefined ? without : segmentWords(segment, minute, inRow)
  const announce = (segment: Segment | undefined): void => onAnnounce(`${name}: ${wordsOf(segment)}`)
  const box = useRef<HTMLDivElement>(null)
  useFollow(box, isCurrent)
  const keys: Record<string, () => void> = {
    ArrowLeft: () => announce(go(index - 1)),
    ArrowRight: () => announce(go(index + 1)),
    Home: () => announce(go(0)),
    End: () => announce(go(shown.length - 1)),
    ArrowUp: () => onRow(row - 1),
    ArrowDown: () => onRow(row + 1),
    PageUp: () => onRow(row - PAGE_ROWS),
    PageDown: () => onRow(row + PAGE_ROWS),
    Enter: () => open(at),
  }
  return (
    <>
      <div className="cut many-name">
        <PlaceLink to={machinePath} className="value" title={name}>
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
        aria-valuetext={wordsOf(at)}
        onFocus={() => {
          onRow(row)
          announce(at)
        }}
        onBlur={() => onAnnounce(undefined)}
        onKeyDown={(event) => performKey(event, keys[event.key])}
      >
        {data === undefined ? (
          <NotRead isError={isError} />
        ) : (
          <Timeline
            spans={segments}
            shifts={data.shifts}
            unscheduled={data.unscheduled}
            window={window}
            height={BAR_PX}
            label={summary(segments, window, name, data.unscheduled)}
            tip={(segment, instant) => (
              <SpanTip span={segment} at={instant} now={minute} zone={zone} unscheduled={data.unscheduled} />
            )}
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
    <span className="note">The status could not be read. It is tried again.</span>
  ) : (
    <div className="timeline-skeleton many-skeleton" />
  )

/** Moves the focus to this row when it becomes the current one while another row has the focus. */
function useFollow(box: React.RefObject<HTMLElement | null>, isCurrent: boolean): void {
  useEffect(() => {
    const element = box.current
    const from = document.activeElement
    if (!isCurrent || element === null || from === element) return
    if (from instanceof HTMLElement && from.classList.contains('many-bar')) element.focus()
  }, [box, isCurrent])
}
