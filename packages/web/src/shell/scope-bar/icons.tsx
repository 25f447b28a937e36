const lines = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

function Icon({ d }: { d: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" {...lines}>
      <path d={d} />
    </svg>
  )
}

export const EarlierIcon = () => <Icon d="M10 3.5 5.5 8l4.5 4.5" />
export const LaterIcon = () => <Icon d="M6 3.5 10.5 8 6 12.5" />
export const NearerIcon = () => <Icon d="M8 3.5v9M3.5 8h9" />
export const WiderIcon = () => <Icon d="M3.5 8h9" />
export const ResetIcon = () => <Icon d="M3.2 6.4A5 5 0 1 1 3 8.6M3 3.2v3.2h3.2" />
export const PeriodIcon = () => <Icon d="M2.5 4.5h11v9h-11zM2.5 7.5h11M5.5 2.5v3M10.5 2.5v3" />
