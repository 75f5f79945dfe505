/** The icons of records on the dashboard, by what they show. */
export {
  AppstoreOutlined as ShelfIcon,
  QuestionCircleOutlined as AskIcon,
  NotificationOutlined as NewsIcon,
  WarningOutlined as FaultIcon,
} from '@ant-design/icons';
