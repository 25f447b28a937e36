interface TreeSearchProps {
  words: string
  onWords: (words: string) => void
  /** How many names bear the words. */
  found: number
  inputRef: React.RefObject<HTMLInputElement | null>
  /** The arrow down leads into the tree. */
  onDown: () => void
  /** Enter leads to the first that was found. */
  onEnter: () => void
}

/** Narrows the tree down while one types; Escape shows all of it again. */
export function TreeSearch({ words, onWords, found, inputRef, onDown, onEnter }: TreeSearchProps) {
  const keys: Readonly<Record<string, () => void>> = { Escape: () => onWords(''), ArrowDown: onDown, Enter: onEnter }
  return (
    <div className="navigator-search">
      <input
        ref={inputRef}
        type="search"
        className="navigator-input"
        placeholder="Search company tree"
        aria-label="Search company tree"
        aria-keyshortcuts="/"
        value={words}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={(event) => {
          const act = keys[event.key]
          if (act === undefined || event.nativeEvent.isComposing) return
          event.preventDefault()
          act()
        }}
      />
      <span className="navigator-key" aria-hidden="true">
        /
      </span>
      <span className="sr-only" role="status">
        {words.trim() !== '' && found > 0 && `${found} found`}
      </span>
    </div>
  )
}
