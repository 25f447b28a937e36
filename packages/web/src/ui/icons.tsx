/**
 * Line icons in the colour of their text. Icons of statuses are in `status-mark.tsx`, the logo is in `brand-mark.tsx`.
 */
interface IconProps {
  /** Size, px. */
  size?: number
  /** Width and height of the grid on which the lines are drawn. */
  grid?: 16 | 20
  /** Line width, in units of the grid. */
  line?: number
  children: React.ReactNode
}

function Icon({ size = 20, grid = 20, line = 1.5, children }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${grid} ${grid}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={line}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

export const TreeIcon = () => (
  <Icon>
    <path d="M3.5 5h13M3.5 10h13M3.5 15h13" />
  </Icon>
)
export const MoreIcon = () => (
  <Icon>
    <path d="M4.5 10h.01M10 10h.01M15.5 10h.01" strokeWidth="2.4" />
  </Icon>
)
export const DashboardIcon = () => (
  <Icon size={18}>
    <rect x="3" y="3" width="6" height="7.5" rx="1" />
    <rect x="11" y="3" width="6" height="4.5" rx="1" />
    <rect x="3" y="12.5" width="6" height="4.5" rx="1" />
    <rect x="11" y="9.5" width="6" height="7.5" rx="1" />
  </Icon>
)
export const FullscreenIcon = () => (
  <Icon size={18}>
    <path d="M7 3H3v4M13 3h4v4M7 17H3v-4M13 17h4v-4" />
  </Icon>
)
export const UnfoldIcon = ({ open }: { open: boolean }) => (
  <Icon size={18}>
    <path d={open ? 'M8 5l5 5-5 5' : 'M12 5l-5 5 5 5'} />
  </Icon>
)
export const ClockIcon = () => (
  <Icon size={15}>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6v4l2.5 2" />
  </Icon>
)
export const PersonIcon = () => (
  <Icon size={18}>
    <circle cx="10" cy="7" r="3.2" />
    <path d="M3.8 16.5c1-3 3.5-4.3 6.2-4.3s5.2 1.3 6.2 4.3" />
  </Icon>
)
export const SettingsIcon = () => (
  <Icon>
    <path d="M3.5 6h8M15.5 6h1M3.5 14h1M8.5 14h8" />
    <circle cx="13.5" cy="6" r="2" />
    <circle cx="6.5" cy="14" r="2" />
  </Icon>
)
export const FoldIcon = ({ open }: { open: boolean }) => (
  <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
    <path d={open ? 'M1 2.5h8L5 8z' : 'M2.5 1v8L8 5z'} fill="currentColor" />
  </svg>
)
export const CloseIcon = () => (
  <Icon size={18}>
    <path d="M5 5l10 10M15 5 5 15" />
  </Icon>
)
/** Icons of the submenus: configuration, schedule, devices. */
export const ConfigurationIcon = () => (
  <Icon size={18}>
    <path d="M4 4v12M10 4v12M16 4v12" />
    <circle cx="4" cy="12" r="1.8" fill="var(--panel)" />
    <circle cx="10" cy="7" r="1.8" fill="var(--panel)" />
    <circle cx="16" cy="13" r="1.8" fill="var(--panel)" />
  </Icon>
)
export const ScheduleIcon = () => (
  <Icon size={18}>
    <rect x="3" y="4.5" width="14" height="12.5" rx="1.5" />
    <path d="M3 8.5h14M7 2.5v4M13 2.5v4" />
  </Icon>
)
export const DevicesIcon = () => (
  <Icon size={18}>
    <rect x="3.5" y="6" width="13" height="8" rx="1.5" />
    <path d="M7 9v2M10 9v2M13 9v2" />
  </Icon>
)
export const BellIcon = () => (
  <Icon>
    <path d="M5 13.5V9a5 5 0 0 1 10 0v4.5l1.2 1.5H3.8zM8.3 17.2a1.8 1.8 0 0 0 3.4 0" />
  </Icon>
)

/** Icon of the scope bar, drawn on a smaller grid. */
const Small = ({ d }: { d: string }) => (
  <Icon size={16} grid={16} line={1.6}>
    <path d={d} />
  </Icon>
)

export const EarlierIcon = () => <Small d="M10 3.5 5.5 8l4.5 4.5" />
export const LaterIcon = () => <Small d="M6 3.5 10.5 8 6 12.5" />
export const NearerIcon = () => <Small d="M8 3.5v9M3.5 8h9" />
export const WiderIcon = () => <Small d="M3.5 8h9" />
export const ResetIcon = () => <Small d="M3.2 6.4A5 5 0 1 1 3 8.6M3 3.2v3.2h3.2" />
export const PeriodIcon = () => <Small d="M2.5 4.5h11v9h-11zM2.5 7.5h11M5.5 2.5v3M10.5 2.5v3" />

/** Icon of the company tree's toolbar. */
const OfTree = ({ size = 16, children }: { size?: number; children: React.ReactNode }) => (
  <Icon size={size} line={1.6}>
    {children}
  </Icon>
)

const box = <path d="M3 4.5h14v3.5H3zM4.5 8v8h11V8" />

export const PlusIcon = () => (
  <OfTree>
    <path d="M10 4v12M4 10h12" />
  </OfTree>
)
/** Icon of schedule inheritance: a calendar with an arrow up. */
export const InheritanceIcon = () => (
  <OfTree>
    <path d="M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3.5M13 3v3.5M10 15v-4M8.2 12.6 10 10.8l1.8 1.8" />
  </OfTree>
)
export const ArchivedIcon = ({ size = 16 }: { size?: number }) => (
  <OfTree size={size}>
    {box}
    <path d="M8.5 11h3" />
  </OfTree>
)
export const ArchiveIcon = () => (
  <OfTree>
    {box}
    <path d="M10 10v4M8.2 12.4 10 14.2l1.8-1.8" />
  </OfTree>
)
export const RestoreIcon = () => (
  <OfTree>
    {box}
    <path d="M10 14.2v-4M8.2 11.8 10 10l1.8 1.8" />
  </OfTree>
)
export const RemoveIcon = () => (
  <OfTree>
    <path d="M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5l.8 11h7.4l.8-11M8.5 8.5v5M11.5 8.5v5" />
  </OfTree>
)
