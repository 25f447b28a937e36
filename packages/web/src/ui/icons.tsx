/**
 * Line icons in the colour of their text. Icons of statuses are in `status-mark.tsx`, the logo is in `brand-mark.tsx`.
 */
import {
  Archive,
  ArchiveRestore,
  ArrowRightToLine,
  Ban,
  Bell,
  Calendar,
  CalendarArrowUp,
  CalendarDays,
  ChartColumn,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  CircleUser,
  Clock,
  Cpu,
  Ellipsis,
  FolderDown,
  Info,
  LayoutDashboard,
  Lock,
  type LucideIcon,
  Mail,
  Maximize,
  Menu,
  MessageSquareText,
  Minus,
  OctagonAlert,
  Pencil,
  Plus,
  RefreshCw,
  RotateCcw,
  Settings2,
  SlidersVertical,
  Tablet,
  Trash2,
  TriangleAlert,
  User,
  Users,
  Wrench,
  X,
} from 'lucide-react'

/** Line width of the icons, in units of their grid of 24 x 24. */
const LINE = 1.75

/** Returns an icon component for a shape; its size is `usual` px unless it is given. */
const icon = (Shape: LucideIcon, usual: number) =>
  function Icon({ size = usual }: { size?: number }) {
    return <Shape size={size} strokeWidth={LINE} />
  }

/** Returns an icon component that draws `Open` while its `open` is true, else `Closed`, with the size `size` px. */
const fold = (Open: LucideIcon, Closed: LucideIcon, size: number) =>
  function Icon({ open }: { open: boolean }) {
    const Shape = open ? Open : Closed
    return <Shape size={size} strokeWidth={LINE} />
  }

export const TreeIcon = icon(Menu, 20)
export const MoreIcon = icon(Ellipsis, 20)
export const DashboardIcon = icon(LayoutDashboard, 18)
export const FullscreenIcon = icon(Maximize, 18)
export const UnfoldIcon = fold(ChevronRight, ChevronLeft, 18)
export const LeaveIcon = icon(ArrowRightToLine, 20)
export const OperatorIcon = icon(Tablet, 18)
export const ClockIcon = icon(Clock, 15)
export const PersonIcon = icon(CircleUser, 18)
export const SettingsIcon = icon(Settings2, 20)
export const FoldIcon = fold(ChevronDown, ChevronRight, 14)
export const CloseIcon = icon(X, 18)
export const BellIcon = icon(Bell, 20)

// Icons of messages: success, failure, and others.
export const DoneIcon = icon(Check, 16)
export const FailedIcon = icon(CircleAlert, 16)
export const InfoIcon = icon(Info, 16)

// Icons of the submenus: insights, configuration, schedule, devices.
export const InsightsIcon = icon(ChartColumn, 18)
export const ConfigurationIcon = icon(SlidersVertical, 18)
export const ScheduleIcon = icon(Calendar, 18)
export const DevicesIcon = icon(Cpu, 18)

// Icons of the scope bar.
export const EarlierIcon = icon(ChevronLeft, 16)
export const LaterIcon = icon(ChevronRight, 16)
export const NearerIcon = icon(Plus, 16)
export const WiderIcon = icon(Minus, 16)
export const ResetIcon = icon(RotateCcw, 16)
export const PeriodIcon = icon(CalendarDays, 16)

// Icons of the company tree's toolbar; that of schedule inheritance is a calendar with an arrow up.
export const PlusIcon = icon(Plus, 16)
export const InheritanceIcon = icon(CalendarArrowUp, 16)
export const ArchivedIcon = icon(Archive, 16)
export const ArchiveIcon = icon(FolderDown, 16)
export const RestoreIcon = icon(ArchiveRestore, 16)
export const RemoveIcon = icon(Trash2, 16)

// Icons of trouble that is not a status: a warning, something excessive, locked or missing.
export const WarningIcon = icon(TriangleAlert, 14)
export const ExcessiveIcon = icon(OctagonAlert, 14)
export const LockIcon = icon(Lock, 14)
export const MissingIcon = icon(Ban, 14)

// Icons of alarms: the submenu, tripped and not tripped, channels, groups and people, and edit.
export const AlarmsIcon = icon(TriangleAlert, 18)
export const TrippedIcon = ({ size = 18 }: { size?: number }) => (
  <Bell size={size} strokeWidth={LINE} fill="currentColor" />
)
export const NotTrippedIcon = icon(Bell, 18)
export const EmailIcon = icon(Mail, 15)
export const TextMessageIcon = icon(MessageSquareText, 15)
export const GroupIcon = icon(Users, 15)
export const MemberIcon = icon(User, 15)
export const EditIcon = icon(Pencil, 15)

// Icons of preventative maintenance: its menu entry, and what it counts (`ClockIcon`: hours of running).
export const MaintenanceIcon = icon(Wrench, 18)
export const CyclesIcon = icon(RefreshCw, 15)
export const CalendarIcon = icon(Calendar, 15)
