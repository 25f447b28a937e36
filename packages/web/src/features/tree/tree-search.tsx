import { perform } from '../../ui/perform.ts'

interface TreeSearchProps {
  words: string
  onWords: (words: string) => void
  /** Number of nodes whose names match, which screen readers announce. */
  found: number
  inputRef: React.RefObject<HTMLInputElement | null>
  /** Called at the arrow down key, to move the focus into the tree. */
  onDown: () => void
  /** Called at Enter, to open the first match. */
  onEnter: () => void
}

/** Search field above the tree. Each change calls `onWords` with the text; Escape calls it with an empty text. */
export function TreeSearch({ words, onWords, found, inputRef, onDown, onEnter }: TreeSearchProps) {
  const keys: Readonly<Record<string, () => void>> = { Escape: () => onWords(''), ArrowDown: onDown, Enter: onEnter }
  return (
    <div className="anchor navigator-search">
      <input
        ref={inputRef}
        type="search"
        className="well search-field navigator-input"
        placeholder="Search company tree"
        aria-label="Search company tree"
        aria-keyshortcuts="/"
        value={words}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={(event) => {
          if (!event.nativeEvent.isComposing) perform(event, keys[event.key])
        }}
      />
      <span className="faint navigator-key" aria-hidden="true">
        /
      </span>
      <span className="sr-only" role="status">
        {words.trim() !== '' && found > 0 && `${found} found`}
      </span>
    </div>
  )
}
