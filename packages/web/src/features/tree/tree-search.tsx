import { perform } from '../../ui/perform.ts'

interface TreeSearchProps {
  words: string
  onWords: (words: string) => void
  /** Number of names that match. */
  found: number
  inputRef: React.RefObject<HTMLInputElement | null>
  /** Moves the focus into the tree; called for the arrow down key. */
  onDown: () => void
  /** Opens the first match; called for Enter. */
  onEnter: () => void
}

/** Search field above the tree; each change calls `onWords`, Escape clears it. */
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
