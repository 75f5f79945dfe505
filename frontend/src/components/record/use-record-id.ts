import { useParams } from 'react-router-dom';

/** The number of the record that the address names with `:id`; 0, which no record has, where it is none. */
export function useRecordId(): number {
  const { id = '' } = useParams();
  return /^[1-9]\d*$/.test(id) ? Number(id) : 0;
}
