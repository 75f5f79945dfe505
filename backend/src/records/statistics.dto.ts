/** How many records of each kind there are, whatever their status: a field for every kind that `RecordType` declares. */
export class StatisticsDto {
  [count: string]: number;
}
