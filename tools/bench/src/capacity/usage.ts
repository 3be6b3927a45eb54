import { POSTGRES_CONNECTIONS } from '../../../kubernetes/src/postgres-connections.ts'
import type { OperationName } from './operation-costs.ts'

/** The usage of an installation by its members: assumptions, not measurements. */
export type Usage = {
  /** Share of the members who are active on a day. */
  dailyActiveShare: number
  /** Requests per second in the busiest minutes, divided by their mean over the day. */
  peakFactor: number
  /** Share of a day's active members who are online at the peak. */
  onlineShareAtPeak: number
  socketsPerOnlineMember: number
  /** Operations of an active member on a day. */
  actionsPerActiveDay: Record<OperationName, number>
  /** Followers of the mean author. */
  followers: number
  /** Sockets that watch a post while somebody likes it or comments on it. */
  watchersPerPost: number
  /** Bytes of the files of a photograph in all widths, and of the width that a page shows. */
  pictureBytes: { stored: number; shown: number }
}

export const ASSUMED_USAGE: Usage = {
  dailyActiveShare: 0.5,
  peakFactor: 3,
  onlineShareAtPeak: 0.15,
  socketsPerOnlineMember: 1.2,
  actionsPerActiveDay: {
    signUp: 0.002,
    signIn: 0.05,
    renewToken: 8,
    firstVisit: 0.2,
    feedPage: 25,
    profile: 4,
    post: 1.5,
    picture: 0.6,
    pictureView: 25,
    like: 8,
    comment: 6,
    follow: 0.2,
    suggestions: 2,
    search: 1,
    notifications: 4,
    message: 17,
    history: 10,
    sync: 6,
    socket: 6,
  },
  followers: 48,
  watchersPerPost: 2,
  pictureBytes: { stored: 1_000_000, shown: 150_000 },
}

/** The deployment that the plan is for. */
export type Deployment = {
  /** Share of a core that a process, or of a server that PostgreSQL, may use at the peak. The rest is for failures. */
  utilization: number
  /** Instances that every service has in any case. */
  minReplicas: number
  /** Cores of one database server, the largest that is planned with. */
  databaseCores: number
  /** Bytes that one database server may store. */
  databaseBytes: number
  /** Connections of an instance at most, to its store, the bus and the shared state: pools, probes and sessions. */
  connectionsPerReplica: number
  /** `max_connections` of PostgreSQL, without those that are reserved for operators and migrations. */
  maxConnections: number
}

export const ASSUMED_DEPLOYMENT: Deployment = {
  utilization: 0.6,
  minReplicas: 2,
  databaseCores: 32,
  databaseBytes: 4e12,
  connectionsPerReplica: POSTGRES_CONNECTIONS.store + POSTGRES_CONNECTIONS.bus + POSTGRES_CONNECTIONS.state,
  maxConnections: 190,
}
