import { Button } from '../ui/button.tsx'

interface PagerProps {
  /** Text of the button to the first page. */
  first: string
  isFirst: boolean
  isLast: boolean
  onFirst: () => void
  onOlder: () => void
  /** Text shown on the last page. */
  end?: string
}

/** Buttons between the pages of a list, the newest first; nothing when one page has all of it. */
export function Pager({ first, isFirst, isLast, onFirst, onOlder, end }: PagerProps) {
  if (isFirst && isLast) return null
  return (
    <nav className="row below" aria-label="Pages">
      <Button disabled={isFirst} title={isFirst ? 'These are the newest' : undefined} onClick={onFirst}>
        {first}
      </Button>
      <Button disabled={isLast} title={isLast ? 'There are no older ones' : undefined} onClick={onOlder}>
        Older
      </Button>
      {isLast && end !== undefined && <span className="note">{end}</span>}
    </nav>
  )
}
