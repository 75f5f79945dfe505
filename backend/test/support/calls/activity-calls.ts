import type { ActivityDto } from '../../../src/changes/activity/activity.dto';
import type { Api } from '../api';

/** The calls that read the activity, and take its newest entry back. */
export function activityCalls(api: () => Api) {
  async function read(query: Record<string, string | number> = {}): Promise<ActivityDto[]> {
    const { status, body } = await api().get<ActivityDto[]>(
      `/api/activity?${new URLSearchParams({ limit: '50', ...query } as Record<string, string>)}`,
    );
    expect(status).toBe(200);
    return body;
  }
  async function undoNewest(): Promise<void> {
    const [{ changeSet }] = await read();
    expect((await api().post(`/api/change-sets/${changeSet}/revert`, {})).status).toBe(200);
  }
  return { read, undoNewest };
}
