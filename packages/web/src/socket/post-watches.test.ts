import { describe, expect, it } from '@jest/globals'
import { createPostWatches } from './post-watches.ts'

describe('watches', () => {
  it('tell the server what is new since the last time', () => {
    const watches = createPostWatches(50)
    watches.want(['a', 'b'])
    expect(watches.changes()).toEqual({ watch: ['a', 'b'], unwatch: [], stalePostIds: [] })
    watches.want(['b', 'c'])
    expect(watches.changes()).toEqual({ watch: ['c'], unwatch: [], stalePostIds: [] })
  })

  it('keep what was released while there is room', () => {
    const watches = createPostWatches(2)
    watches.want(['a', 'b'])
    watches.changes()
    watches.release(['a', 'b'])
    expect(watches.changes()).toEqual({ watch: [], unwatch: [], stalePostIds: [] })
    watches.want(['c'])
    expect(watches.changes()).toEqual({ watch: ['c'], unwatch: ['a'], stalePostIds: [] })
  })

  it('keep what is wanted by somebody before what is wanted by nobody', () => {
    const watches = createPostWatches(2)
    watches.want(['shown'])
    watches.want(['gone'])
    watches.release(['gone'])
    watches.want(['new'])
    expect(watches.all()).toEqual(['shown', 'new'])
  })

  it('never are more than the server takes', () => {
    const watches = createPostWatches(2)
    watches.want(['a', 'b', 'c'])
    expect(watches.all()).toEqual(['b', 'c'])
  })

  it('say which may have moved while they were not watched', () => {
    const watches = createPostWatches(1)
    watches.want(['a'])
    watches.changes()
    watches.release(['a'])
    watches.want(['b'])
    watches.changes()
    watches.want(['a'])
    expect(watches.changes()).toEqual({ watch: ['a'], unwatch: ['b'], stalePostIds: ['a'] })
  })

  it('are all told to a server that knows nothing yet', () => {
    const watches = createPostWatches(50)
    watches.want(['a', 'b'])
    watches.changes()
    watches.forget()
    expect(watches.changes().watch).toEqual(['a', 'b'])
  })
})
