import './runs.css'
import { progressOf } from '@millwatch/domain/runs'
import { useNow } from '../../lib/clock.ts'
import { termsOf } from './entry.ts'
import type { CurrentRun } from './queries.ts'

interface RunTagsProps {
  run: CurrentRun | null
  /** Called by a click on the tags, to open the dialog of the run; undefined: the tags are plain text. */
  onOpen?: (() => void) | undefined
}

/**
 * Returns the label of the button with the tags: the names of the tags and the actions that a click offers, or that there is no
 * run.
 */
function wordsOf(run: CurrentRun | null): string {
  if (run === null) return 'No active run - click to set'
  return `Run ${run.tags.map((tag) => tag.name).join(', ')}: click to ${run.cycles_total === null || run.parts_per_cycle === null ? 'end' : 'update / end'}`
}

/**
 * Tags of the active run, or `No active run` if `run` is null; they are marked once all parts are made. With `onOpen` they are a
 * button that calls it, else plain text.
 */
export function RunTags({ run, onOpen }: RunTagsProps) {
  const minute = useNow(60_000)
  const isComplete = run !== null && progressOf(termsOf(run), minute)?.isComplete === true
  const chips =
    run === null ? (
      <span className="cut box muted run-tag run-tag-none">
        {onOpen === undefined ? 'No active run' : 'No active run - click to set'}
      </span>
    ) : (
      run.tags.map((tag) => (
        <span key={tag.id} className={`cut box value run-tag${isComplete ? ' run-tag-complete' : ''}`} title={tag.name}>
          <bdi>{tag.name}</bdi>
        </span>
      ))
    )
  if (onOpen === undefined) return <span className="inline run-tags">{chips}</span>
  return (
    <button
      type="button"
      className="inline run-tags run-tags-open"
      aria-label={wordsOf(run)}
      title={wordsOf(run)}
      onClick={onOpen}
    >
      {chips}
    </button>
  )
}
