import { Routes } from '@meadow/web'

/** The profile front end as the shell mounts it. */
export default function Profile() {
  return <Routes />
}
