/** A response as a thread shows it. */
export interface ThreadResponse {
  id: number;
  response: string;
  createdAt: string;
  createdById: number;
}
