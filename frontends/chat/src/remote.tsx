import { Routes } from '@meadow/web'

/** The chat front end as the shell mounts it. */
export default function Chat() {
  return <Routes />
}
