import { connect } from 'node:net'

const PATIENCE_MS = 1_000

/** Sends a question to a port of this machine; `read` judges what came back so far, undefined: not enough yet. */
export function ask(port: number, question: Buffer, read: (answer: Buffer) => boolean | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    let answer: Buffer = Buffer.alloc(0)
    const socket = connect(port, '127.0.0.1', () => socket.write(question))
    const end = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.setTimeout(PATIENCE_MS, () => end(false))
    socket.on('error', () => end(false))
    socket.on('close', () => end(false))
    socket.on('data', (part) => {
      answer = Buffer.concat([answer, part])
      const is = read(answer)
      if (is !== undefined) end(is)
    })
  })
}
