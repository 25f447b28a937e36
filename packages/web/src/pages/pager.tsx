import { Button } from '../ui/button.tsx'

interface PagerProps {
  /** Text of the button to the first page. */
  first: string
  isFirst: boolean
  isLast: boolean
  onFirst: () => void
  onOlder: () => void
  /** Text shown on the last page; absent for none. */
  end?: string
}

/**
 * Buttons to the first page and to the next older page of a list, whose pages begin with the newest. Renders nothing when the
 * first page is also the last.
 */
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
