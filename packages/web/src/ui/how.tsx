import { Opener } from './opener.tsx'

interface HowProps {
  /** Name of the figure in a sentence: `share of the parts desired`. */
  name: string
  /** Explanation: formula, sums, and what is left out. */
  children: React.ReactNode
}

/** Button `how?` beside a figure, which opens a box with the explanation of the figure. */
export function How({ name, children }: HowProps) {
  return (
    <Opener className="link-button" label={`How the ${name} is computed`} content={() => children}>
      how?<span className="sr-only"> The {name}</span>
    </Opener>
  )
}
