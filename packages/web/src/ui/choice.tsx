interface ChoiceProps<Name extends string> {
  /** Name of the choice for screen readers. */
  label: string
  options: readonly { readonly name: Name; readonly words: string }[]
  chosen: Name
  onChoose: (name: Name) => void
}

/** Buttons side by side, of which the chosen one is pressed. A press calls `onChoose` with the name of the option. */
export function Choice<Name extends string>({ label, options, chosen, onChoose }: ChoiceProps<Name>) {
  return (
    <fieldset className="box choice">
      <legend className="sr-only">{label}</legend>
      {options.map(({ name, words }) => (
        <button
          key={name}
          type="button"
          className="muted one-line choice-item"
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
        >
          {words}
        </button>
      ))}
    </fieldset>
  )
}
